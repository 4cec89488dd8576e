/** Conditions and rules in words. */
import type { Row } from '../api/documents.ts'
import { counted, words } from '../kit/words.ts'
import {
  type Filter,
  type FilterName,
  filterNames,
  type GroupOp,
  type QuestionOp,
  type WireNode,
} from './condition.ts'

export const groupTitles: Readonly<Record<GroupOp, string>> = {
  and: 'All conditions are met',
  or: 'Any condition is met',
  not: 'The condition is not met',
}
export const questionTitles: Readonly<Record<QuestionOp, string>> = {
  any: 'Any finding fails',
  none: 'No finding fails',
  count_gte: 'At least N findings fail',
  count_lte: 'At most N findings fail',
  new: 'A failing finding is new',
  reopened: 'A finding fails again',
  expiring: 'A mute or attestation ends soon',
  connection_lost: 'The connection to an account is lost',
}
/** An explanation of a question, if its title is not sufficient. */
export const questionHints: Readonly<Partial<Record<QuestionOp, string>>> = {
  new: 'Found by a scan since the last message.',
  reopened: 'Passed before, and failed in a scan since the last message.',
  expiring: 'A mute or attestation that ends within this number of days.',
  connection_lost: 'According to the last connection test.',
}
export const filterTitles: Readonly<Record<FilterName, string>> = {
  severity: 'Severity',
  provider_type: 'Provider type',
  provider_id: 'Provider',
  service: 'Service',
  region: 'Region',
  check_id: 'Check',
  category: 'Category',
  resource_type: 'Resource type',
  resource_uid: 'Resource UID',
}

export const triggerTitles: Readonly<Record<Row<'alert-rules'>['trigger'], string>> = {
  after_scan: 'After each full scan, about its account',
  daily: 'Once a day, about all accounts',
  both: 'After each full scan, and once a day',
}

/** Reasons why a rule's email was not delivered. */
export const undeliveredTitles: Readonly<
  Record<NonNullable<Row<'alert-rules'>['undelivered_reason']>, string>
> = {
  no_mailbox: 'the mailbox does not exist',
  refused: 'a mail server rejected the email',
  expired: 'the mail server did not accept the email within a day',
  too_many: 'a mailbox reached its limit of alerts per day',
  no_mail_server: 'this server cannot send email; the operator must set SMTP_URL',
  author_lost_right: 'its author can no longer manage alerts',
}

/** The names of accounts, by id. */
export type Names = ReadonlyMap<string, string>

const mostValues = 3

function filterWords(filter: Filter, names: Names): string {
  const parts = filterNames.flatMap((name) => {
    const values = filter[name] ?? []
    if (values.length === 0) return []
    const shown = values.slice(0, mostValues).map((value) => names.get(value) ?? value)
    const rest = values.length - shown.length
    const all = rest > 0 ? [...shown, `${rest} more`] : shown
    return [`${filterTitles[name].toLowerCase()} ${all.join(' or ')}`]
  })
  return parts.length > 0 ? `, ${parts.join(', ')}` : ''
}

function questionWords({ op, count = 0, days = 0 }: WireNode): string {
  if (op === 'count_gte') return `at least ${counted(count, 'finding')} fail`
  if (op === 'count_lte') return `at most ${counted(count, 'finding')} fail`
  if (op === 'expiring') return `a mute or attestation ends within ${counted(days, 'day')}`
  const title = questionTitles[op as QuestionOp] ?? words(op)
  return title.charAt(0).toLowerCase() + title.slice(1)
}

/** The condition on one line. Nested groups are in brackets. */
export function sentence(wire: WireNode, names: Names = new Map(), isInner = false): string {
  if (wire.op === 'not') return `not (${sentence(wire.condition as WireNode, names)})`
  if (wire.op === 'and' || wire.op === 'or') {
    const parts = (wire.conditions ?? []).map((one) => sentence(one as WireNode, names, true))
    const joined = parts.join(wire.op === 'and' ? '; and ' : '; or ')
    return isInner && parts.length > 1 ? `(${joined})` : joined
  }
  return questionWords(wire) + filterWords(wire.filter ?? {}, names)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
export const conditionWords = (wire: WireNode, names?: Names): string =>
  capital(sentence(wire, names))

const alwaysCounted = new Set(['status', 'muted'])

const listTitles = new Map([
  ['search', 'searched words'],
  ['uid', 'finding UID'],
  ['provider_uid', 'account UID'],
  ['provider_alias', 'account name'],
  ['delta', 'changes since the last scan'],
  ['triage_status', 'triage'],
  ['manual_pass_expires_at', 'attestations'],
  ['first_seen_at', 'first seen'],
  ['status_changed_at', 'changes of status'],
])

/** The name and the operator of `filter[check_id__icontains]`. */
function partsOf(parameter: string): { readonly name: string; readonly op: string } {
  const [, name = parameter, op = 'eq'] =
    /^filter\[(.+?)(?:(?:__|\.)(\w+))?\]$/.exec(parameter) ?? []
  return { name, op }
}

function titleOf(parameter: string): string {
  const { name, op } = partsOf(parameter)
  const known = filterTitles[name as FilterName] ?? words(name)
  const title = listTitles.get(name) ?? known.charAt(0).toLowerCase() + known.slice(1)
  return op === 'icontains' ? `${title} that contains a text` : title
}

/** Explains the filters of a list that a rule made from it does not have; `[]` if it has all. */
export function leftOutSentences(parameters: readonly string[]): readonly string[] {
  const isCounted = (one: string): boolean => alwaysCounted.has(partsOf(one).name)
  const others = parameters.filter((one) => !isCounted(one)).map(titleOf)
  return [
    ...(parameters.some(isCounted)
      ? [
          'The list shows findings that do not fail or are muted. The rule counts only failed findings that are not muted.',
        ]
      : []),
    ...(others.length > 0
      ? [
          `Alert rules do not have these filters of the list: ${others.join(', ')}. The rule also counts findings that the list does not show.`,
        ]
      : []),
  ]
}
