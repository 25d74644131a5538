// Small sounds, made here: a seed that falls, a piece set down, a capture, the end.

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

function ready(): AudioContext | undefined {
  // A browser lets no page sound before somebody has touched it.
  if (!navigator.userActivation?.hasBeenActive) return undefined;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 5, context.sampleRate);
    const data = noise.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  return context;
}

/** A knock: filtered noise that dies away. */
function knock(at: number, pitch: number, loud: number, ms: number): void {
  const c = ready();
  if (!c || !noise) return;
  const source = c.createBufferSource();
  source.buffer = noise;
  const filter = c.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 6;
  const gain = c.createGain();
  const t = c.currentTime + at;
  gain.gain.setValueAtTime(loud, t);
  gain.gain.exponentialRampToValueAtTime(0.0008, t + ms / 1000);
  source.connect(filter).connect(gain).connect(c.destination);
  source.start(t);
  source.stop(t + ms / 1000);
}

/** A plucked note. */
function note(at: number, pitch: number, loud: number, ms: number): void {
  const c = ready();
  if (!c) return;
  const tone = c.createOscillator();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  const gain = c.createGain();
  const t = c.currentTime + at;
  gain.gain.setValueAtTime(0.0001, t);
  gain.gain.exponentialRampToValueAtTime(loud, t + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0005, t + ms / 1000);
  tone.connect(gain).connect(c.destination);
  tone.start(t);
  tone.stop(t + ms / 1000);
}

export const sounds = {
  seed: () => knock(0, 1500 + Math.random() * 900, 0.5, 55),
  piece: () => {
    knock(0, 480, 1.1, 90);
    knock(0.004, 1300, 0.35, 40);
  },
  take: () => {
    knock(0, 900, 0.7, 60);
    knock(0.055, 1250, 0.6, 60);
  },
  refused: () => note(0, 150, 0.12, 160),
  offer: () => [523, 659].forEach((p, i) => note(i * 0.11, p, 0.1, 260)),
  won: () => [392, 523, 659, 784].forEach((p, i) => note(i * 0.12, p, 0.12, 420)),
  lost: () => [392, 330, 262].forEach((p, i) => note(i * 0.16, p, 0.11, 480)),
  drawn: () => [440, 440].forEach((p, i) => note(i * 0.2, p, 0.1, 360)),
  low: () => note(0, 880, 0.07, 90),
};

export type Sound = keyof typeof sounds;
