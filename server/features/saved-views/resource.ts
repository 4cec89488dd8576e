import {
  boolean,
  by,
  draft,
  optional,
  readOnly,
  resource,
  type Row,
  searchText,
  text,
  timestamp,
  toOne,
  uuid,
  nameText,
} from '@plumbline/jsonapi'

const name = nameText({ min: 1, max: 100 })
/** A path of the app, and never an address of another site. */
const screen = text({
  max: 200,
  pattern: /^\/([a-z0-9-]+(\/[a-z0-9-]+)*)?$/,
  patternName: 'a path of the app, for example /findings',
})
const view = text({
  max: 4_000,
  pattern: /^[^\s?#]*$/,
  patternName: 'a query string: the part of a URL after the question mark',
})

/** A screen of the app with its filters, under a name. Members see their own, and those that others share. */
export const savedViews = resource('saved-views', {
  attributes: {
    name,
    screen,
    query: view,
    is_shared: boolean,
    inserted_at: readOnly(timestamp),
    updated_at: readOnly(timestamp),
  },
  relationships: { owner: toOne('users') },
  filters: {
    name: ['eq', 'icontains'],
    screen: ['eq', 'in'],
    is_shared: ['eq'],
    owner: by(uuid, 'eq', 'in'),
    search: by(searchText, 'eq'),
  },
  sort: ['name', 'inserted_at', 'updated_at'],
  include: ['owner'],
  self: '/saved-views',
})
export type SavedView = Row<typeof savedViews>

export const savedViewDraft = draft('saved-views', {
  attributes: { name, screen, query: optional(view), is_shared: optional(boolean) },
})
export const savedViewChange = draft('saved-views', {
  id: 'optional',
  attributes: {
    name: optional(name),
    screen: optional(screen),
    query: optional(view),
    is_shared: optional(boolean),
  },
})
