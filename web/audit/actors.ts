import type { Row } from '../api/documents.ts'

/** Names of members by their ids. */
export type Names = ReadonlyMap<string, string>

/** Who did it; of somebody who has left there is only the id. */
export const actorOf = ({ actor_id }: Row<'audit-events'>, names: Names): string =>
  actor_id === null ? 'System' : (names.get(actor_id) ?? `${actor_id.slice(0, 8)}…`)
