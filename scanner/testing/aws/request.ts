/** A request as it came, and what its service understood of it. */

export interface Request {
  readonly method: string
  /** As sent: not decoded. */
  readonly path: string
  readonly search: string
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/** The same questions over every protocol: form fields, JSON members, path, search and headers. */
export interface Input {
  text(name: string): string | undefined
  /** A list: `Name.1`, `Name.member.1` or a JSON array. Empty when absent. */
  texts(name: string): string[]
}

export interface Recognised {
  readonly operation: string
  readonly input: Input
}
