/** Four short sounds, synthesised in the browser. */
import { audio, isOn } from "./sound";

export type Sound = "take" | "tax" | "win" | "perfect";

/** The notes of each sound: pitch in hertz, start and duration in seconds. */
const NOTES: Readonly<Record<Sound, readonly (readonly [pitch: number, start: number, length: number])[]>> = {
  // take: a fifth upwards, like tapped wood; tax: a third downwards, lower and softer.
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
/** The volume of a note, as a fraction of full volume. It is low because of classrooms, and because sounds overlap. */
const VOLUME = 0.07;
/** Seconds until a note reaches its full volume; a shorter attack would sound like a click. */
const ATTACK = 0.006;

/** Play a sound, and let a phone vibrate for a taken number, if the reader has turned sound on. */
export function play(sound: Sound): void {
  const context = audio();
  if (!isOn()) {
    return;
  }
  if (sound === "take") {
    navigator.vibrate?.(10);
  }
  // Skip a sound while the context is suspended: otherwise it would later play all these sounds at once.
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
