/** A resource's label for users: its id, and its name if different. */
export const label = (id: string, name: string): string => (name === id ? id : `${id} (${name})`)
