import { sparkOf } from './spark.ts'

const size = { width: 72, height: 20 }

/** Hidden from screen readers, because its numbers are next to it. */
export const Spark = ({ values }: { readonly values: readonly (number | null)[] }) => (
  <svg className="spark" {...size} aria-hidden="true">
    <path d={sparkOf(values, size)} />
  </svg>
)
