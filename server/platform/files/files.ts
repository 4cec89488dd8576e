/** Where files are stored while they are needed, for all processes of an installation. */

/** A file is one part of what belongs to a tenant under an id. */
export interface FileName {
  readonly tenantId: string
  readonly id: string
  /** Letters and digits: `upload`. */
  readonly part: string
}

export interface StoredFile extends FileName {
  readonly bytes: number
  /** When it was last written to, in milliseconds. */
  readonly changedMs: number
}

export interface Files {
  /**
   * Keeps a file that is not there yet. Resolves with its size when it outlasts a power cut. Throws FileTooLarge
   * beyond `maxBytes`, StoreFull, a 503 when the store does not answer, and what the content throws; nothing of
   * the file is left then.
   */
  put(name: FileName, content: AsyncIterable<Uint8Array>, maxBytes?: number): Promise<number>
  /** The bytes of a file from a position on. Throws FileMissing. */
  open(name: FileName, from?: number): AsyncIterable<Buffer>
  /**
   * A URL that serves a file for so many seconds, without credentials, under the name for a browser to save it; null if
   * the store has none, and the file is read by `open`. Throws FileMissing, and a 503.
   */
  link(
    name: FileName,
    how: { readonly seconds: number; readonly filename: string },
  ): Promise<string | null>
  /** Removes one part, or all that belongs to the id. What is not there is removed already. */
  remove(name: Omit<FileName, 'part'> & { readonly part?: string }): Promise<void>
  /** What is there, of one tenant or of all; also what is being put, where the store shows it. */
  list(tenantId?: string): Promise<StoredFile[]>
  /** Removes the parts of puts that started before this moment, in milliseconds, and never ended. */
  removeUnfinished(beforeMs: number): Promise<void>
  /** Null if the store does not report it. */
  freeBytes(): Promise<number | null>
}

export class FileMissing extends Error {
  override name = 'FileMissing'
}
export class FileTooLarge extends Error {
  override name = 'FileTooLarge'
}
/** The disk is full, or the quota of the process's user. */
export class StoreFull extends Error {
  override name = 'StoreFull'
}

export const pathOf = ({ tenantId, id, part }: FileName): string => `${tenantId}/${id}/${part}`

/** Counts what passes. */
export async function* bounded(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new FileTooLarge(`The file has more than ${maxBytes} bytes.`)
    yield chunk
  }
}
