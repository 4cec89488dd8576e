/** Why the list is empty, and what to do about it. */
import { Link } from 'wouter'
import { Button } from '../kit/button.tsx'
import { Empty } from '../kit/states.tsx'
import type { UsedView, View } from '../kit/view.ts'
import { useProviderNames } from './facets.ts'
import { setFilters, titleOf } from './filters.ts'
import { readyViewOf } from './views.ts'

interface Props {
  readonly view: View
  readonly set: UsedView['set']
}

export function NoMatch({ view, set }: Props) {
  const { nameOf } = useProviderNames(view)
  const held = setFilters(view)
  if (held.length === 0)
    return (
      <Empty
        icon="scans"
        title="Nothing was found yet"
        action={
          <Link href="/scans" className="button primary">
            Go to Scans
          </Link>
        }
      >
        Findings come from scans of connected providers, and from imported files.
      </Empty>
    )
  if (readyViewOf(view)?.title === 'Actionable')
    return (
      <Empty icon="check" title="Nothing fails and nothing waits for you">
        What passes or is muted is in the other views; what no scan has looked at yet is not in any.
      </Empty>
    )
  return (
    <Empty
      title="No finding matches"
      action={
        <div className="row">
          {held.map(({ parameter, name, values }) => (
            <Button key={parameter} icon="close" onClick={() => set({ [parameter]: undefined })}>
              {titleOf(name)}: {values.map((value) => nameOf(name, value)).join(', ')}
            </Button>
          ))}
        </div>
      }
    >
      Take a filter away to see more.
    </Empty>
  )
}
