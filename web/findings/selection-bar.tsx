/** The selection and its actions, below the list so that no row moves. */
import { Button } from '../kit/button.tsx'
import { failed } from '../kit/toast.tsx'
import { counted, number } from '../kit/words.ts'
import type { Actions } from './actions.tsx'
import { mostChosen, type Selection } from './chosen.ts'

interface Props {
  readonly selection: Selection
  /** The number of findings in the view. */
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
        {whole && <span className="muted">, all matching</span>}
        {size >= mostChosen && (
          <span className="muted">, limited to the first {number(mostChosen)}</span>
        )}
        {leftOut > 0 && (
          <span className="left-out">
            , {counted(leftOut, 'row')} in the range {leftOut === 1 ? 'is' : 'are'} not loaded and
            not selected
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
  matching === undefined ? 'Select all matching' : `Select all ${number(matching)} matching`
