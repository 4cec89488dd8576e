/** Chats and webhooks that get the messages of a rule. */
import { Link } from 'wouter'
import { type Links, refsOf } from '../api/client.ts'
import type { Row } from '../api/documents.ts'
import { isSameSet } from '../api/edits.ts'
import { useWhole } from '../api/hooks.ts'
import { Choices } from '../kit/choices.tsx'
import { counted } from '../kit/words.ts'

const titles = { slack: 'Slack', teams: 'Microsoft Teams', webhook: 'Webhook' } as const

const types = Object.keys(titles).join(',')

/** "Slack: #security", "Webhook: hooks.example.com". */
function labelOf({ integration_type: type, configuration }: Row<'integrations'>): string {
  const settings = Object.values(configuration).filter((value) => typeof value === 'string')
  return [titles[type as keyof typeof titles], ...settings].join(': ')
}

export const targetsOf = ({ related }: Row<'alert-rules'>): readonly string[] =>
  [related['integrations'] ?? []].flat().flatMap((ref) => ref?.id ?? [])

/** The links to save: those that the form does not show stay. `{}` if none has changed, or none could be read. */
export function linksOf(
  shown: readonly Row<'integrations'>[] | undefined,
  before: readonly string[],
  checked: readonly string[],
): Links {
  const hidden = before.filter((id) => !shown?.some((one) => one.id === id))
  const after = [...hidden, ...checked]
  if (!shown || isSameSet(before, after)) return {}
  return { integrations: { data: refsOf('integrations', after) } }
}

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
  const shown = targets.data?.filter(({ id }) => ids.includes(id)) ?? []
  const hidden = ids.length - shown.length
  if (targets.isLoading) return null
  return (
    <section>
      <h3>Chats and webhooks</h3>
      {ids.length === 0 && <p className="muted">None.</p>}
      <ul className="alert-addresses">
        {shown.map((one) => (
          <li key={one.id}>
            <Link href={`/integrations?open=${one.id}`}>{labelOf(one)}</Link>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="muted">{counted(hidden, 'integration')} that you cannot see.</p>}
    </section>
  )
}
