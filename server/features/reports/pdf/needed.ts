/** Thrown by a drawing that needs fonts before they are loaded. It can be repeated after `load`. */
export class FontsNeeded extends Error {
  readonly load: () => Promise<void>

  constructor(load: () => Promise<void>) {
    super('Embedded fonts are not loaded.')
    this.load = load
  }
}
