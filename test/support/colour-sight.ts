type Rgb = readonly [number, number, number];
export type Sight = 'normal' | 'protan' | 'deutan' | 'tritan';

/** `#rrggbb` as linear light, 0..1 a channel (IEC 61966-2-1). */
function linear(hex: string): Rgb {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** A colour of the 256-colour palette from 16 on: a cube of 6 × 6 × 6, then 24 greys. */
export function paletteHex(index: number): string {
  const place = index - 16;
  const grey = 8 + 10 * (index - 232);
  const channels =
    index >= 232
      ? [grey, grey, grey]
      : [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map(step =>
          step === 0 ? 0 : 55 + 40 * step,
        );
  return `#${channels.map(value => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast ratio of two colours, 1..21 (WCAG 2.2, 1.4.3). */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** CIEDE2000 distance of two colours as somebody sees them (Sharma, Wu & Dalal 2005). */
export function seenDistance(a: string, b: string, sight: Sight): number {
  return ciede2000(lab(simulated(linear(a), sight)), lab(simulated(linear(b), sight)));
}

/** Severity 1 in linear light (Machado, Oliveira & Fernandes 2009, table 1). */
const SIGHTS: Readonly<Record<Sight, readonly [Rgb, Rgb, Rgb]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function simulated(colour: Rgb, sight: Sight): Rgb {
  const [r, g, b] = times(SIGHTS[sight], colour);
  const clamp = (value: number): number => Math.min(1, Math.max(0, value));
  return [clamp(r), clamp(g), clamp(b)];
}

const TO_XYZ: readonly [Rgb, Rgb, Rgb] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
/** D65, two degrees. */
const WHITE: Rgb = [0.95047, 1, 1.08883];

function lab(colour: Rgb): Rgb {
  const [x, y, z] = times(TO_XYZ, colour);
  const f = (value: number): number =>
    value > 216 / 24389 ? Math.cbrt(value) : (841 / 108) * value + 4 / 29;
  const [fx, fy, fz] = [f(x / WHITE[0]), f(y / WHITE[1]), f(z / WHITE[2])];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

function times(rows: readonly [Rgb, Rgb, Rgb], [a, b, c]: Rgb): Rgb {
  const dot = ([x, y, z]: Rgb): number => x * a + y * b + z * c;
  return [dot(rows[0]), dot(rows[1]), dot(rows[2])];
}

/** Names as in the paper. */
export function ciede2000([l1, a1, b1]: Rgb, [l2, a2, b2]: Rgb): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)));
  const [p1, p2] = [(1 + g) * a1, (1 + g) * a2];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const [h1, h2] = [angle(p1, b1), angle(p2, b2)];
  const dL = l2 - l1;
  const dC = c2 - c1;
  const turn = c1 * c2 === 0 ? 0 : ((((h2 - h1 + 180) % 360) + 360) % 360) - 180;
  const dH = 2 * Math.sqrt(c1 * c2) * sin(turn / 2);
  const lBar = (l1 + l2) / 2;
  const cBar = (c1 + c2) / 2;
  const h = c1 * c2 === 0 ? h1 + h2 : meanAngle(h1, h2);
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const sL = 1 + (0.015 * (lBar - 50) ** 2) / Math.sqrt(20 + (lBar - 50) ** 2);
  const sC = 1 + 0.045 * cBar;
  const sH = 1 + 0.015 * cBar * t;
  const rC = 2 * Math.sqrt(cBar ** 7 / (cBar ** 7 + 25 ** 7));
  const rT = -sin(60 * Math.exp(-(((h - 275) / 25) ** 2))) * rC;
  return Math.sqrt((dL / sL) ** 2 + (dC / sC) ** 2 + (dH / sH) ** 2 + rT * (dC / sC) * (dH / sH));
}

function angle(a: number, b: number): number {
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

function meanAngle(a: number, b: number): number {
  if (Math.abs(a - b) <= 180) return (a + b) / 2;
  return a + b < 360 ? (a + b + 360) / 2 : (a + b - 360) / 2;
}

function sin(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}

function cos(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180);
}
