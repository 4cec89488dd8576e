import type { Row } from '../api/documents.ts'

/** Names of members by their ids. */
export type Names = ReadonlyMap<string, string>

/** The name of the user who did it; for a former member, the start of the id. */
export const actorOf = (
  { actor_id }: Pick<Row<'audit-events'>, 'actor_id'>,
  names: Names,
): string => (actor_id === null ? 'System' : (names.get(actor_id) ?? `${actor_id.slice(0, 8)}…`))
