/** What is selected, and what can be done with it; below the list, so that no row moves. */
import { Button } from '../kit/button.tsx'
import { failed } from '../kit/toast.tsx'
import { counted, number } from '../kit/words.ts'
import type { Actions } from './actions.tsx'
import { mostChosen, type Selection } from './chosen.ts'

interface Props {
  readonly selection: Selection
  /** How many findings the view has. */
  readonly matching: number | undefined
  readonly actions: Actions['ofFindings']
}

export function SelectionBar({ selection, matching, actions }: Props) {
  const { leftOut, whole } = selection
  const { size } = selection.chosen
  if (selection.isEmpty) return null
  return (
    <section className="selection-bar" aria-label="Selection">
      <p role="status">
        <b>{counted(whole?.count ?? size, 'finding')}</b> selected
        {whole && <span className="muted">, all that match</span>}
        {size >= mostChosen && (
          <span className="muted">, the first {number(mostChosen)}: no rule takes more</span>
        )}
        {leftOut > 0 && (
          <span className="left-out">
            , {counted(leftOut, 'row')} in between {leftOut === 1 ? 'is' : 'are'} not loaded yet and
            left out
          </span>
        )}
      </p>
      {actions.map(({ label, keys, icon, run, disabledBecause }) => (
        <Button
          key={label}
          icon={icon}
          aria-disabled={disabledBecause !== undefined || undefined}
          title={disabledBecause}
          onClick={disabledBecause ? undefined : run}
        >
          {label} <kbd aria-hidden="true">{keys}</kbd>
        </Button>
      ))}
      {!whole && (
        <Button kind="quiet" onClick={() => void selection.all(matching).catch(failed)}>
          {allOf(matching)}
        </Button>
      )}
      <Button kind="quiet" onClick={selection.clear}>
        Clear
      </Button>
    </section>
  )
}

const allOf = (matching: number | undefined): string =>
  matching === undefined ? 'All that match' : `All ${number(matching)} that match`
