/** Better or worse than then, by how much, and mostly where. */
import { Link } from 'wouter'
import type { Row } from '../api/documents.ts'
import type { Query } from '../api/query.ts'
import { providerName } from '../compliance/data.ts'
import { TroubleLine } from '../kit/states.tsx'
import { counted, listed, number } from '../kit/words.ts'
import { failing } from './links.ts'
import { changedSince, type Changes, comparedScope, type Comparison } from './since.ts'
import { mostChanged, verdictOf } from './verdict.ts'

interface Props {
  readonly scope: Query
  readonly comparison: Comparison
  readonly providers: readonly Row<'providers'>[]
}

export function Answer({ scope, comparison, providers }: Props) {
  const { changes, error, retry, when, isChosen } = comparison
  if (error && !changes)
    return (
      <TroubleLine error={error} retry={retry}>
        The comparison could not be loaded.
      </TroubleLine>
    )
  if (!changes) return <p className="answer"> </p>
  if (changes.compared.provider_ids.length === 0)
    return isChosen ? (
      <p className="answer muted">
        {changes.since === null
          ? 'Nothing to compare: no earlier scan is known.'
          : `Nothing to compare: no scan is known from the end of the day ${when}.`}
      </p>
    ) : null
  return <Compared scope={scope} changes={changes} when={when} providers={providers} />
}

interface ComparedProps {
  readonly scope: Query
  readonly changes: Changes
  readonly when: string
  readonly providers: readonly Row<'providers'>[]
}

function Compared({ scope, changes, when, providers }: ComparedProps) {
  const { direction, word, text } = verdictOf(changes, when)
  const compared = comparedScope(scope, changes)
  const began = changes.new_failures + changes.changed_to_fail
  const gone = changes.no_longer_failing
  const list = compared && changedSince(changes)
  const nameOf = (id: string): string => {
    const found = providers.find((one) => one.id === id)
    return found ? providerName(found) : 'a provider'
  }
  const accounts =
    changes.compared.provider_ids.length > 1 ? mostChanged(changes.by_provider, direction) : []
  const services = mostChanged(changes.by_service, direction)
  const places = [
    ...accounts.map(({ id }) => ({
      key: id,
      name: nameOf(id),
      href: failing({ ...scope, 'filter[provider_id]': id }),
    })),
    ...services.map(({ id }) => ({
      key: id,
      name: id,
      href: compared && failing({ ...compared, 'filter[service__in]': id }),
    })),
  ]
  const without = changes.without_earlier.provider_ids
  const idle = changes.not_scanned_since.provider_ids
  return (
    <div className="answer" role="group" aria-label="Better or worse">
      <p>
        <b className={direction}>{word}</b>: {text}
        {began + gone > 0 && (
          <>
            :{' '}
            {list ? (
              <Link href={failing({ ...compared, ...list })}>{number(began)} began to fail</Link>
            ) : (
              `${number(began)} began to fail`
            )}
            {`, ${number(gone)} no longer ${gone === 1 ? 'does' : 'do'}`}
          </>
        )}
        {places.length > 0 && (
          <>
            ; most in{' '}
            {places.map(({ key, name, href }, at) => (
              <span key={key}>
                {at > 0 && ', '}
                {href ? <Link href={href}>{name}</Link> : name}
              </span>
            ))}
          </>
        )}
        .
      </p>
      {(without.length > 0 || idle.length > 0) && (
        <p className="muted small">
          {idle.length > 0 && `No full scan has completed since then: ${named(idle, nameOf)}. `}
          {without.length > 0 &&
            `Not compared, because no scan is known from then: ${named(without, nameOf)}.`}
        </p>
      )}
    </div>
  )
}

const named = (ids: readonly string[], nameOf: (id: string) => string): string =>
  ids.length > 8 ? counted(ids.length, 'provider') : listed(ids.map(nameOf))
