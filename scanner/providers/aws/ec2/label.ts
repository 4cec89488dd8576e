/** A resource's label for people: its id, and its name if different. */
export const label = (id: string, name: string): string => (name === id ? id : `${id} (${name})`)
