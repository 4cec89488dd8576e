/** What a resource is tagged with. */
export type Tags = Record<string, string>
