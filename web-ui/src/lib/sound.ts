/** Four short sounds, made here and off until somebody asks for them. */
import { createStore, readSetting, useStore, writeSetting } from "./store";

export type Sound = "take" | "tax" | "win" | "perfect";

/** Of each note: its pitch in hertz, when it begins and how long it lasts, in seconds. */
const NOTES: Readonly<Record<Sound, readonly (readonly [pitch: number, start: number, length: number])[]>> = {
  // A fifth up, as wood that is tapped; a third down, lower and softer to the ear.
  take: [
    [587, 0, 0.13],
    [880, 0.05, 0.18],
  ],
  tax: [
    [294, 0, 0.16],
    [233, 0.08, 0.24],
  ],
  win: [
    [523, 0, 0.22],
    [659, 0.11, 0.22],
    [784, 0.22, 0.5],
  ],
  perfect: [
    [523, 0, 0.2],
    [659, 0.09, 0.2],
    [784, 0.18, 0.2],
    [1047, 0.27, 0.6],
    [1319, 0.38, 0.9],
  ],
};
/** Of full volume: several sounds at once stay below it, and a room of pupils stays quiet. */
const VOLUME = 0.07;
/** Seconds in which a note grows: less is heard as a click. */
const ATTACK = 0.006;

const KEY = "sound";
const store = createStore(readSetting(KEY) === "on");
let context: AudioContext | null = null;

/** Makes sound possible; browsers allow it only while somebody presses something, and some stop it again. */
function wake(): void {
  if (store.get() && typeof AudioContext !== "undefined") {
    context ??= new AudioContext();
    if (context.state !== "running") {
      void context.resume().catch(() => undefined);
    }
  }
}

/** Waits for what is pressed; called once. */
export function startSound(): void {
  for (const type of ["click", "keydown"]) {
    // Before the page's own listeners: the first sound is that of the first press.
    document.addEventListener(type, wake, { capture: true });
  }
}

/** Plays a sound and shakes a phone, if that is wanted. */
export function play(sound: Sound): void {
  if (!store.get()) {
    return;
  }
  if (sound === "take") {
    navigator.vibrate?.(10);
  }
  // A new context begins at once; one that the browser has stopped would play everything later, together.
  if (context === null || (context.state !== "running" && context.currentTime > 0)) {
    return;
  }
  for (const [pitch, start, length] of NOTES[sound]) {
    const begin = context.currentTime + start;
    const end = begin + length;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(VOLUME, begin + ATTACK);
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    gain.connect(context.destination);
    const oscillator = context.createOscillator();
    oscillator.type = "triangle";
    oscillator.frequency.value = pitch;
    oscillator.connect(gain);
    oscillator.start(begin);
    oscillator.stop(end);
  }
}

/** Whether sound is on, and what changes it; the new setting is kept. */
export function useSound(): [on: boolean, change: (on: boolean) => void] {
  return [useStore(store), setSound];
}

export function setSound(on: boolean): void {
  writeSetting(KEY, on ? "on" : "off");
  store.set(on);
  // The press that asked for sound is the one that allows it.
  wake();
  play("take");
}
