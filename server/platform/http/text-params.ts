import { text } from '@plumbline/jsonapi'

/** Names in paths that stand for a text of somebody else's, and not for an id of ours. */
export const textParams = { uid: text, check_id: text }
