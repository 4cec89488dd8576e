/** Chats and webhooks that get the messages of a rule. */
import { Link } from 'wouter'
import type { Row } from '../api/documents.ts'
import { useWhole } from '../api/hooks.ts'
import { Choices } from '../kit/choices.tsx'

const titles = { slack: 'Slack', teams: 'Microsoft Teams', webhook: 'Webhook' } as const

const types = Object.keys(titles).join(',')

/** "Slack: #security", "Webhook: hooks.example.com". */
function labelOf({ integration_type: type, configuration }: Row<'integrations'>): string {
  const settings = Object.values(configuration).filter((value) => typeof value === 'string')
  return [titles[type as keyof typeof titles], ...settings].join(': ')
}

export const targetsOf = ({ related }: Row<'alert-rules'>): readonly string[] =>
  [related['integrations'] ?? []].flat().flatMap((ref) => ref?.id ?? [])

export const useTargets = () =>
  useWhole<'integrations'>('/integrations', { 'filter[integration_type__in]': types })

interface Props {
  readonly targets: readonly Row<'integrations'>[]
  readonly checked: readonly string[]
  readonly error: string | undefined
  readonly disabled: boolean
}

export const TargetChoices = ({ targets, checked, error, disabled }: Props) => (
  <Choices
    legend="Chats and webhooks"
    name="integrations"
    options={targets.map((one) => ({ value: one.id, label: labelOf(one) }))}
    checked={checked}
    error={error}
    disabled={disabled}
    none={
      <>
        To send messages to Slack, Microsoft Teams or a webhook,{' '}
        <Link href="/integrations?open=new">connect one as an integration</Link>.
      </>
    }
  />
)

/** The same for a stored rule. */
export function Targets({ rule }: { readonly rule: Row<'alert-rules'> }) {
  const targets = useTargets()
  const ids = targetsOf(rule)
  return (
    <section>
      <h3>Chats and webhooks</h3>
      {ids.length === 0 && <p className="muted">None.</p>}
      <ul className="alert-addresses">
        {targets.data
          ?.filter(({ id }) => ids.includes(id))
          .map((one) => (
            <li key={one.id}>
              <Link href={`/integrations?open=${one.id}`}>{labelOf(one)}</Link>
            </li>
          ))}
      </ul>
    </section>
  )
}
