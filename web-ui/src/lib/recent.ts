/** A cache of recent values by key, which forgets the oldest ones. */
export class Recent<T> extends Map<string, T> {
  constructor(readonly most: number) {
    super();
  }

  /** Remember a value as the latest one, and return it. */
  keep<V extends T>(key: string, value: V): V {
    this.delete(key);
    this.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.most) {
        break;
      }
      this.delete(oldest);
    }
    return value;
  }
}
