/** Explains why the list is empty and what to do about it. */
import { Link } from 'wouter'
import { Button } from '../kit/button.tsx'
import { Empty } from '../kit/states.tsx'
import type { UsedView, View } from '../kit/view.ts'
import { setFilters, titleOf } from './filters.ts'
import { useNames } from './names.ts'
import { readyViewOf } from './views.ts'

interface Props {
  readonly view: View
  readonly set: UsedView['set']
}

export function NoMatch({ view, set }: Props) {
  const { nameOf } = useNames(view)
  const held = setFilters(view)
  if (held.length === 0)
    return (
      <Empty
        icon="scans"
        title="No findings yet"
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
      <Empty icon="check" title="Nothing needs action">
        No unmuted finding fails or needs manual verification. Other views show passing and muted
        findings. Resources that were never scanned have no findings.
      </Empty>
    )
  return (
    <Empty
      title="No findings match"
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
      Remove a filter to see more findings.
    </Empty>
  )
}
