export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

const CHANNELS = 4;

/** The center of a picture as a square. Each pixel is the average of the area it covers, weighted by opacity. */
export function square({ data, width, height }: Pixels, side: number): Pixels {
  const edge = Math.min(width, height);
  const [left, top] = [(width - edge) / 2, (height - edge) / 2];
  const result = new Uint8ClampedArray(side * side * CHANNELS);
  const from = (start: number, index: number) => Math.floor(start + (index * edge) / side);
  const to = (start: number, index: number) => Math.max(from(start, index) + 1, from(start, index + 1));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      let [red, green, blue, alpha, count] = [0, 0, 0, 0, 0];
      for (let row = from(top, y); row < to(top, y); row++) {
        for (let column = from(left, x); column < to(left, x); column++) {
          const at = (row * width + column) * CHANNELS;
          const weight = data[at + 3]!;
          red += data[at]! * weight;
          green += data[at + 1]! * weight;
          blue += data[at + 2]! * weight;
          alpha += weight;
          count += 1;
        }
      }
      if (alpha > 0) result.set([red / alpha, green / alpha, blue / alpha, alpha / count], (y * side + x) * CHANNELS);
    }
  }
  return { data: result, width: side, height: side };
}
