/** The headline: open findings and unreachable providers. Each number links to its list. */
import { Link } from 'wouter'
import type { Row } from '../api/documents.ts'
import { useShow } from '../api/hooks.ts'
import type { Query } from '../api/query.ts'
import { TroubleLine } from '../kit/states.tsx'
import { counted, number } from '../kit/words.ts'
import { failing, findings } from './links.ts'

interface Props {
  readonly scope: Query
  readonly providers: readonly Row<'providers'>[]
}

export function Headline({ scope, providers }: Props) {
  const bySeverity = useShow<'findings-severity-overview'>('/overviews/findings_severity', {
    ...scope,
    'filter[status]': 'FAIL',
  })
  const byDelta = useShow<'findings-overview'>('/overviews/findings', scope)
  const [severities, changes] = [bySeverity.data?.row, byDelta.data?.row]
  const of = scope['filter[provider_id]']
  const shown = providers.filter(({ id }) => !of || of === id)
  const count = (connected: boolean | null): number =>
    shown.filter(({ connection }) => connection.connected === connected).length
  const [unreachable, untested] = [count(false), count(null)]
  const error = bySeverity.error ?? byDelta.error
  if (error && !(severities && changes))
    return (
      <TroubleLine
        error={error}
        retry={() => void Promise.all([bySeverity.refetch(), byDelta.refetch()])}
      >
        The counts could not be loaded.
      </TroubleLine>
    )
  if (!severities || !changes) return <p className="headline"> </p>
  const manual = changes.total - changes.fail - changes.pass - changes.muted
  const critical = { ...scope, 'filter[severity__in]': 'critical' }
  return (
    <p className="headline">
      <Link href={failing(critical)} className={severities.critical > 0 ? 'critical' : 'good'}>
        {number(severities.critical)} critical open
      </Link>
      {', '}
      {unreachable > 0 ? (
        <Link href="/providers?filter[connected]=false" className="critical">
          {counted(unreachable, 'provider')} unreachable
        </Link>
      ) : (
        <Link href="/providers">
          {untested > 0
            ? `${counted(untested, 'provider')} never tested`
            : `${shown.length === 1 ? '1 provider' : `all ${number(shown.length)} providers`} connected`}
        </Link>
      )}
      <span className="muted">
        {' · '}
        <Link href={failing(scope)}>{number(changes.fail)}</Link> of {number(changes.total)}{' '}
        findings fail,{' '}
        <Link
          href={findings({ ...scope, 'filter[status__in]': 'MANUAL', 'filter[muted]': 'false' })}
        >
          {number(manual)}
        </Link>{' '}
        {manual === 1 ? 'needs' : 'need'} verification,{' '}
        <Link href={findings({ ...scope, 'filter[muted]': 'true' })}>{number(changes.muted)}</Link>{' '}
        are muted, passing ones included
      </span>
    </p>
  )
}
