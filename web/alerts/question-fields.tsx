/** One question of a condition: its operator, its filters, and the counts of a preview. */
import { Checkbox, Field, Select } from '../kit/field.tsx'
import { Tag } from '../kit/marks.tsx'
import { Menu } from '../kit/menu.tsx'
import { Button } from '../kit/button.tsx'
import { counted } from '../kit/words.ts'
import { ChosenValues } from '../kit/chosen-values.tsx'
import {
  asked,
  type FilterName,
  filterNames,
  filtersOf,
  numberName,
  type Question,
  questionOps,
  type QuestionOp,
} from './condition.ts'
import { isClosed, type Known } from './known-values.ts'
import { filterTitles, questionHints, questionTitles } from './sentences.ts'

export interface Answer {
  readonly count: number
  readonly holds: boolean
}

interface Props {
  readonly question: Question
  /** `1.2`, like the numbers of groups. */
  readonly number: string
  readonly onChange: (question: Question) => void
  readonly known: Known
  readonly faults: Readonly<Record<string, string>>
  readonly answer: Answer | undefined
  readonly disabled: boolean | undefined
}

const numberTitles = { count: 'Number of findings', days: 'Number of days' } as const

export function QuestionFields(props: Props) {
  const { question, number, onChange, known, faults, answer, disabled } = props
  const { key, op, filter } = question
  const numbered = numberName(op)
  const set = (name: FilterName, values: readonly string[] | undefined): void => {
    const { [name]: _, ...others } = filter
    onChange({ ...question, filter: values ? { ...others, [name]: values } : others })
  }
  const named = filterNames.filter((name) => filter[name] !== undefined)
  const open = filtersOf(op).filter((name) => filter[name] === undefined)
  return (
    <div role="group" aria-label={`Condition ${number}`} className="question">
      <div className="question-head">
        <Select
          label={`Condition ${number}`}
          value={op}
          data-node={key}
          disabled={disabled}
          error={faults['']}
          hint={questionHints[op]}
          onChange={({ target }) => onChange(asked(question, target.value as QuestionOp))}
          options={questionOps.map((value) => ({ value, label: questionTitles[value] }))}
        />
        {numbered && (
          <Field
            label={numberTitles[numbered]}
            type="number"
            min={numbered === 'days' ? 1 : 0}
            max={numbered === 'days' ? 90 : undefined}
            value={question.number}
            disabled={disabled}
            error={faults[numbered]}
            onChange={({ target }) => onChange({ ...question, number: target.value })}
          />
        )}
        {answer && (
          <p className="question-answer">
            <Tag kind={answer.holds ? 'good' : 'plain'}>{answer.holds ? 'Met' : 'Not met'}</Tag>{' '}
            {counted(answer.count, op === 'connection_lost' ? 'account' : 'finding')}
          </p>
        )}
      </div>
      {named.map((name) => (
        <div key={name} className="question-filter">
          {name === 'severity' || name === 'provider_type' ? (
            <Ticked
              name={name}
              known={known}
              values={filter[name] ?? []}
              onChange={(values) => set(name, values)}
              error={faults[name]}
              disabled={disabled}
            />
          ) : (
            <ChosenValues
              label={filterTitles[name]}
              values={filter[name] ?? []}
              onChange={(values) => set(name, values)}
              suggestions={known.of(name)}
              isClosed={isClosed(name)}
              error={faults[name]}
              hint="Matches any of these values."
              disabled={disabled ?? false}
            />
          )}
          <Button
            kind="quiet"
            icon="close"
            aria-label={`Remove filter ${filterTitles[name]} of condition ${number}`}
            title={`Remove filter ${filterTitles[name]}`}
            disabled={disabled}
            onClick={() => set(name, undefined)}
          />
        </div>
      ))}
      {!disabled && open.length > 0 && (
        <Menu
          label={`Filter of condition ${number}`}
          icon="filter"
          kind="quiet"
          items={open.map((name) => ({
            label: filterTitles[name],
            onSelect: () => set(name, []),
          }))}
        >
          {named.length === 0 ? 'Add filter' : 'Add another filter'}
        </Menu>
      )}
    </div>
  )
}

interface TickedProps {
  readonly name: FilterName
  readonly known: Known
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
  readonly error: string | undefined
  readonly disabled: boolean | undefined
}

/** Checkboxes for a short list of all values. Selected values remain, even if they no longer exist. */
function Ticked({ name, known, values, onChange, error, disabled }: TickedProps) {
  const options = known.of(name)
  const gone = values
    .filter((value) => !options.some((one) => one.value === value))
    .map((value) => ({ value, label: value }))
  return (
    <fieldset className="ticked" disabled={disabled} aria-invalid={error ? true : undefined}>
      <legend>{filterTitles[name]}</legend>
      <div className="row">
        {[...options, ...gone].map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={values.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, value] : values.filter((one) => one !== value))
            }
          />
        ))}
      </div>
      {error && <p className="error small">{error}</p>}
    </fieldset>
  )
}
