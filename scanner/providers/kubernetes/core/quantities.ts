// The checks of whether containers set resource requests and limits.
import type { Check } from '../../../kit/index.ts'
import { isOfSpec, judgeContainers } from './containers.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { type Amounts, check, type Workload } from './resources.ts'

export interface QuantityText {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly risk: string
  readonly decision: string
  readonly fix: string
  /** The step that determines the amount. */
  readonly measure: string
  readonly of: 'requests' | 'limits'
  readonly resource: keyof Amounts
  /** An amount for examples. */
  readonly example: string
}

export const quantityCheck = (text: QuantityText): Check<Workload> => {
  const { id, title, description, risk, decision, of, resource, example } = text
  const what = `${resource === 'cpu' ? 'CPU' : 'memory'} ${of.slice(0, -1)}`
  return check({
    id,
    title,
    description,
    risk,
    decision,
    fix: manifestFix({
      text: text.fix,
      steps: [
        text.measure,
        `In each container, including init containers, set resources.${of}.${resource}.`,
      ],
      patch: inContainer({ resources: { [of]: { [resource]: example } } }),
      terraform: { container: `resources {\n  ${of} = {\n    ${resource} = "${example}"\n  }\n}` },
    }),
    source: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/',
    over: 'workloads',
    needs: ['specs'],
    judge: (workload) =>
      judgeContainers(workload, {
        asks: isOfSpec,
        holds: (it) => it[of][resource] !== null,
        seen: (it) => it[of][resource],
        fails: `without a ${what}`,
        passes: `has a ${what}`,
      }),
  })
}
