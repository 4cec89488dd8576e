import type { ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly children: ReactNode
}

export const idOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

export const Section = ({ title, children }: SectionProps) => (
  <section className="kit-section" id={idOf(title)} aria-labelledby={`${idOf(title)}-title`}>
    <h2 id={`${idOf(title)}-title`}>{title}</h2>
    <div className="kit-examples">{children}</div>
  </section>
)

interface ExampleProps extends SectionProps {
  /** True for the full width of the page. */
  readonly isWide?: boolean
}

/** A component in one or more states, with the name of the component or the state. */
export const Example = ({ title, children, isWide }: ExampleProps) => (
  <div className={isWide ? 'kit-example is-wide' : 'kit-example'}>
    <h3>{title}</h3>
    {children}
  </div>
)
