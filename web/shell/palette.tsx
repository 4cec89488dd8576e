/** Search for all pages and actions, and for resources, accounts, checks and findings. */
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../kit/dialog.tsx'
import { activeGroups, type Shortcut } from '../kit/shortcuts.ts'
import { Keys } from './keys.tsx'
import { type ResultGroup, shortestForFindings, useResults } from './palette-results.ts'
import { found } from './palette-search.ts'

interface PaletteProps {
  readonly shortcuts: readonly Shortcut[]
  readonly onClose: () => void
}

interface Option {
  readonly key: string
  readonly label: string
  readonly note: string | undefined
  readonly keys?: string
  readonly isDisabled: boolean
  readonly run: () => void
}

interface OptionGroup {
  readonly title: string
  readonly options: readonly Option[]
  /** The options are those of an earlier text, or none yet. */
  readonly isLoading: boolean
}

const commandGroup = (commands: readonly Shortcut[]): OptionGroup => ({
  title: 'Pages and commands',
  options: commands.map(({ keys, label, disabledBecause, run }) => ({
    key: `${keys} ${label}`,
    label,
    note: disabledBecause,
    keys,
    isDisabled: disabledBecause !== undefined,
    run,
  })),
  isLoading: false,
})

const resultGroup = (
  { title, results, isLoading }: ResultGroup,
  go: (href: string) => void,
): OptionGroup => ({
  title,
  options: results.map(({ id, label, note, href }) => ({
    key: `${title} ${id}`,
    label,
    note,
    isDisabled: false,
    run: () => go(href),
  })),
  isLoading,
})

export default function Palette({ onClose }: PaletteProps) {
  const id = useId()
  const [, go] = useLocation()
  const [text, setText] = useState('')
  /** The option that was moved to; without one, the first is selected. */
  const [picked, setPicked] = useState<string>()
  /** Enter was pressed, and waits for the results of the typed text. */
  const [isEntered, setEntered] = useState(false)
  const [commands] = useState(() => activeGroups().flatMap(({ shortcuts }) => shortcuts))
  const results = useResults(text)
  const groups = [
    commandGroup(found(commands, text)),
    ...results.map((group) => resultGroup(group, go)),
  ]
  const options = groups.flatMap((group) => group.options)
  const at = options.findIndex(({ key }) => key === picked)
  const current = Math.max(at, Math.min(0, options.length - 1))
  const option = options[current]
  const group = groups.findIndex((one) => option !== undefined && one.options.includes(option))
  // The first option can still change while a group before it loads; without an option, while any group loads.
  const before = option ? groups.slice(at < 0 ? 0 : group, group + 1) : groups
  const isSettled = !before.some(({ isLoading }) => isLoading)
  const isLoading = groups.some((one) => one.isLoading)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    list.current?.querySelector(`[id="${id}-${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])
  const run = ({ isDisabled, run }: Option): void => {
    if (isDisabled) return
    onClose()
    run()
  }
  const enter = (): void => {
    setEntered(false)
    // An option that was moved to and is not among the results is not replaced by another one.
    if (option && (picked === undefined || at >= 0)) run(option)
  }
  useEffect(() => {
    if (isEntered && isSettled) enter()
  })
  const move = (step: number): void => {
    setEntered(false)
    setPicked(options[(current + step + options.length) % options.length]?.key)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return // the keys belong to the input method
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') {
      setPicked(option?.key === picked ? picked : undefined)
      setEntered(true)
    } else return
    event.preventDefault()
  }
  return (
    <Dialog title="Command palette" kind="palette" onClose={onClose}>
      <input
        className="palette-input"
        role="combobox"
        aria-label="Search pages, commands, findings, resources"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={option && `${id}-${current}`}
        placeholder="Search pages, commands, findings, resources …"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setPicked(undefined)
          setEntered(false)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        aria-busy={isLoading}
        className="palette-list"
      >
        {groups.map(({ title, options: own }) =>
          own.length === 0 ? null : (
            <div key={title} role="group" aria-label={title}>
              {results.length > 0 && <h3 aria-hidden>{title}</h3>}
              {own.map((one) => {
                const index = options.indexOf(one)
                return (
                  <div
                    key={one.key}
                    id={`${id}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === current}
                    aria-disabled={one.isDisabled || undefined}
                    onClick={() => run(one)}
                  >
                    <span>{one.label}</span>
                    {one.note && <span className="muted small">{one.note}</span>}
                    {one.keys && <Keys keys={one.keys} />}
                  </div>
                )
              })}
            </div>
          ),
        )}
      </div>
      <Said text={text} groups={results} isEmpty={options.length === 0} />
    </Dialog>
  )
}

/** The state of the search. */
function Said({
  text,
  groups,
  isEmpty,
}: {
  readonly text: string
  readonly groups: readonly ResultGroup[]
  readonly isEmpty: boolean
}) {
  const failed = groups.filter(({ error }) => error !== null)
  const isLoading = groups.some((group) => group.isLoading)
  const isShort = text.trim().length < shortestForFindings
  const said = isLoading
    ? 'Searching …'
    : failed.length > 0
      ? `${failed.map(({ title }) => title).join(', ')} could not be searched: ${failed[0]?.error?.message}`
      : isEmpty
        ? `Nothing matches “${text}”.${isShort ? ` Findings are searched from ${shortestForFindings} characters on.` : ''}`
        : ''
  return (
    <p className={said === '' ? 'visually-hidden' : 'palette-none muted'} role="status">
      {said}
    </p>
  )
}
