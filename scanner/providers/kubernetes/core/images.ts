/** An image reference: `registry.example:5000/team/web:1.4@sha256:…`. */
export interface ImageReference {
  /** Null if there is no tag, or no valid one. */
  readonly tag: string | null
  readonly digest: string | null
}

const isDigest = (text: string): boolean =>
  /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/.test(text)

const isTag = (text: string): boolean => /^\w[\w.-]{0,127}$/.test(text)

/** The tag is in the last part of the path: a colon before that belongs to the registry's port. */
export function readImage(image: string): ImageReference {
  const at = image.indexOf('@')
  const named = at === -1 ? image : image.slice(0, at)
  const digest = at === -1 ? '' : image.slice(at + 1)
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1)
  const tag = colon === -1 ? '' : named.slice(colon + 1)
  return { tag: isTag(tag) ? tag : null, digest: isDigest(digest) ? digest : null }
}
