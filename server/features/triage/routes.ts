import { type Drafted, forbidden, invalid, notFound, Problem, type Query } from '@plumbline/jsonapi'
import {
  change,
  create,
  type Endpoint,
  list,
  queue,
  remove,
  show,
  submit,
  type Asked,
} from '../../platform/http/index.ts'
import type { CheckCatalog } from '../checks/index.ts'
import { findingByTriage, findingsByUid, namedFindings } from '../findings/index.ts'
import type { NamedFinding } from '../versions/index.ts'
import { setTriages } from './bulk.ts'
import { addNote, setTriage } from './deciding.ts'
import {
  bulkDraft,
  bulkTriages,
  findingTriageChange,
  type FindingTriage,
  matchingDraft,
  noteChange,
  noteDraft,
  notes,
  triageChange,
  triages,
} from './resource.ts'
import * as store from './store.ts'
import { queueTriages } from './tasks.ts'

const read = { may: 'any_member', tag: 'Finding' } as const
const write = { may: 'manage_scans', tag: 'Finding' } as const

type Naming = (asked: Pick<Asked, 'tx' | 'caller' | 'params' | 'id'>) => Promise<NamedFinding>

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** A finding by the uid of its scanner, or by the id of any of its versions. */
const byUid: Naming = async ({ tx, caller, params }) => {
  const { uid = '' } = params
  const found = await findingsByUid(tx, caller, uid)
  if (found.length === 0 && isId(uid)) found.push(...(await namedFindings(tx, caller, [uid])).found)
  const [first] = found
  if (!first) throw notFound()
  if (found.length === 1) return first
  const detail = 'Findings of several accounts have this uid. Use the ID of a finding instead.'
  throw new Problem(409, 'ambiguous', detail)
}

/** A finding by its triage id, whatever the parameter is called. */
const byTriage: Naming = async ({ tx, caller, params }) => {
  const named = await findingByTriage(tx, caller, params['triage_id'] ?? params['id'] ?? '')
  if (!named) throw notFound()
  return named
}

/** A note is shown under its author's name, so only the author may change it. */
const notAuthor = forbidden(
  'Only its author can change a note. You can add your own note or delete this one.',
  'not_author',
)

/** The ids that a body may have: that of the triage, as the GET shows it, or that of the finding, as in the path or its live id. */
const idsOf = (
  { uid, id }: Asked['params'],
  triage: FindingTriage | undefined,
): readonly string[] =>
  [uid, id, triage?.id, triage?.finding, triage?.finding_uid].flatMap((one) =>
    one ? [one.toLowerCase()] : [],
  )

/** The triage of one finding, at a path that names it. `draft` has the rule for an id in the body. */
const triageRoutesAt = (
  path: string,
  name: string,
  naming: Naming,
  draft: typeof triageChange | typeof findingTriageChange,
): readonly Endpoint[] => [
  show(
    triages,
    path,
    { ...read, operationId: `${name}_retrieve`, summary: 'Get the triage of a finding' },
    async (asked) => store.triageOfFinding(asked.tx, await naming(asked)),
  ),
  change(
    triages,
    path,
    {
      ...write,
      draft,
      operationId: `${name}_partial_update`,
      summary: 'Set the triage status of a finding, or attest that it passes',
    },
    async (asked) => {
      const { tx, caller } = asked
      const { id, ...input }: Drafted<typeof findingTriageChange> = asked.input
      const named = await naming(asked)
      const before = await store.triageOfFinding(tx, named)
      if (id !== undefined && !idsOf(asked.params, before).includes(id.toLowerCase()))
        throw invalid('/data/id', 'This is not the id of the finding in the path or of its triage.')
      await setTriage(tx, named, input, caller)
      return store.triageOfFinding(tx, named)
    },
  ),
]

const noteRoutesAt = (path: string, name: string, naming: Naming): readonly Endpoint[] => [
  list(
    notes,
    path,
    { ...read, operationId: `${name}_list`, summary: 'List the notes of a finding, newest first' },
    async (asked) =>
      store.notePage(asked.tx, await naming(asked), asked.query as Query<typeof notes>),
  ),
  create(
    notes,
    path,
    {
      ...write,
      draft: noteDraft,
      operationId: `${name}_create`,
      summary: 'Add a note to a finding',
    },
    async (asked) => {
      const { tx, caller, input } = asked
      return addNote(tx, await naming(asked), input.body, caller.userId)
    },
  ),
  show(
    notes,
    `${path}/:id`,
    { ...read, operationId: `${name}_retrieve`, summary: 'Get a note' },
    async (asked) => store.noteById(asked.tx, await naming(asked), asked.id),
  ),
  change(
    notes,
    `${path}/:id`,
    {
      ...write,
      draft: noteChange,
      operationId: `${name}_partial_update`,
      summary: 'Update your own note',
    },
    async (asked) => {
      const { tx, caller, id, input } = asked
      const named = await naming(asked)
      const note = await store.noteById(tx, named, id)
      if (!note) throw notFound()
      if (note.author !== caller.userId) throw notAuthor
      return store.changeNote(tx, named, id, input.body)
    },
  ),
  remove(
    `${path}/:id`,
    { ...write, operationId: `${name}_destroy`, summary: 'Delete a note' },
    async (asked) => store.deleteNote(asked.tx, await naming(asked), asked.id),
  ),
]

export const triageRoutes = (catalog: CheckCatalog): readonly Endpoint[] => [
  list(
    triages,
    '/finding-triages',
    {
      ...read,
      operationId: 'finding_triages_list',
      summary: 'List findings that a user triaged, or a scan resolved or reopened',
    },
    ({ tx, caller, query }) => store.triagePage(tx, caller, query),
  ),
  submit(
    bulkTriages,
    '/finding-triages/bulk',
    {
      ...write,
      draft: bulkDraft,
      operationId: 'finding_triages_bulk',
      summary: 'Set the triage status of several findings',
    },
    ({ tx, caller, input }) => setTriages(tx, caller, input),
  ),
  queue(
    'POST',
    '/finding-triages/matching',
    {
      ...write,
      draft: matchingDraft,
      operationId: 'finding_triages_matching',
      summary: 'Set the triage status of all findings that match filters',
    },
    ({ tx, caller, input }) => queueTriages(tx, caller, catalog, input),
  ),
  ...triageRoutesAt('/finding-triages/:id', 'finding_triages', byTriage, triageChange),
  ...noteRoutesAt('/finding-triages/:triage_id/notes', 'finding_triages_notes', byTriage),
  ...triageRoutesAt('/findings/:uid/triage', 'findings_triage', byUid, findingTriageChange),
  ...noteRoutesAt('/findings/:uid/triage/notes', 'findings_triage_notes', byUid),
]
