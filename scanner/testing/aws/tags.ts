/** The tags of a resource. */
export type Tags = Record<string, string>
