/** A cache of recent values by key, which forgets the oldest ones. */
export class Recent<T> {
  readonly #values = new Map<string, T>();

  constructor(readonly most: number) {}

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  /** Remember a value as the latest one, and return it. */
  set<V extends T>(key: string, value: V): V {
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.most) {
        break;
      }
      this.#values.delete(oldest);
    }
    return value;
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}
