/** A thing for people: its id, and its name where that says more. */
export const label = (id: string, name: string): string => (name === id ? id : `${id} (${name})`)
