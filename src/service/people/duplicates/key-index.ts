import { matchKeys, mostHolders } from './keys.ts';
import type { Profile } from './profile.ts';

/** Which profiles of an address book have a match key in common; a profile is known by its place. */
export class KeyIndex {
  readonly #keysOf: string[][] = [];
  readonly #blocks = new Map<string, number[]>();
  /** By place: for which profile it was given last, so that no pair is given twice. */
  #given = new Int32Array(0);

  add(profile: Profile): void {
    const place = this.#keysOf.length;
    const keys = [...matchKeys(profile)];
    this.#keysOf.push(keys);
    for (const key of keys) {
      const block = this.#blocks.get(key);
      if (block) block.push(place);
      else this.#blocks.set(key, [place]);
    }
  }

  holders(key: string): readonly number[] {
    return this.#blocks.get(key) ?? [];
  }

  /** Each profile added after that at `place` which shares a key that not too many have. Call it for one place after the other. */
  eachLater(place: number, work: (other: number) => void): void {
    if (this.#given.length < this.#keysOf.length) this.#given = new Int32Array(this.#keysOf.length).fill(-1);
    for (const key of this.#keysOf[place]!) {
      const block = this.#blocks.get(key)!;
      if (block.length > mostHolders(key)) continue;
      for (let at = block.length - 1; at >= 0 && block[at]! > place; at--) {
        const other = block[at]!;
        if (this.#given[other] === place) continue;
        this.#given[other] = place;
        work(other);
      }
    }
  }
}
