/** Placeholders for content: loading, empty, no permission, an error. */
import { Component, type ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { ApiProblem, mayPass } from '../api/problem.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icons.tsx'
import { forgetFailures } from './lazily.tsx'

interface EmptyProps {
  readonly icon?: IconName
  readonly title: string
  readonly children?: ReactNode
  /** The next step. */
  readonly action?: ReactNode
}

export const Empty = ({ icon = 'search', title, children, action }: EmptyProps) => (
  <div className="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    {children && <div className="muted">{children}</div>}
    {action}
  </div>
)

interface EmptyStepProps extends Omit<EmptyProps, 'action'> {
  readonly href: string
  /** The label of the link to the next step. */
  readonly step: string
}

/** An empty place whose next step is on another page. */
export const EmptyStep = ({ href, step, ...empty }: EmptyStepProps) => (
  <Empty
    {...empty}
    action={
      <Link href={href} className="button primary">
        {step}
      </Link>
    }
  />
)

/** Boxes with the size of the content; not animated. */
export const Loading = ({ rows = 6 }: { readonly rows?: number }) => (
  <div className="loading" role="status" aria-label="Loading">
    {Array.from({ length: rows }, (_, index) => (
      <i key={index} />
    ))}
  </div>
)

interface TroubleProps {
  readonly error: Error
  readonly retry?: () => void
}

/** An error in place of the content. If a retry cannot help, a link replaces the button. */
export function Trouble({ error, retry }: TroubleProps) {
  const status = error instanceof ApiProblem ? error.status : undefined
  const title = titles[status ?? 0] ?? 'Something went wrong'
  return (
    <div className="empty" role="alert">
      <Icon name={status === 403 ? 'lock' : 'warning'} />
      <h2>{title}</h2>
      {error.message !== `${title}.` && <p className="muted">{error.message}</p>}
      {status !== undefined && hints[status] && <p className="muted">{hints[status]}</p>}
      {error instanceof ApiProblem && error.requestId && (
        <p className="muted small">
          Request <code>{error.requestId}</code>
        </p>
      )}
      {!mayPass(error) ? (
        <WayOn status={status} />
      ) : (
        retry && (
          <Button icon="refresh" onClick={retry}>
            Try again
          </Button>
        )
      )}
    </div>
  )
}

interface TroubleLineProps extends TroubleProps {
  /** The effect of the error. */
  readonly children?: ReactNode
}

/** Like Trouble, for a part of the page. */
export const TroubleLine = ({ error, retry, children }: TroubleLineProps) => (
  <div className="form-error row" role="alert">
    <p>
      {children} {error.message}
    </p>
    {retry && mayPass(error) && (
      <Button icon="refresh" onClick={retry}>
        Try again
      </Button>
    )}
  </div>
)

const titles: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  403: 'You do not have access',
  404: 'Not found',
}
const hints: Readonly<Record<number, string>> = {
  400: 'The URL of this page contains a value that the API does not accept.',
  403: 'Ask a user who can manage users to add the permission to your role.',
  404: 'It was deleted, or it belongs to an account that is not visible to your role.',
}

/** A link to the list, to the screen without filters, or to the overview if the role may not see the screen. */
function WayOn({ status }: { readonly status: number | undefined }) {
  const [path] = useLocation()
  const search = useSearch()
  const screen = `/${path.split('/')[1] ?? ''}`
  if (status === 403) return screen === '/' ? null : <Link href="/">Go to the overview</Link>
  if (status === 404) {
    const others = new URLSearchParams(search)
    others.delete('open')
    return <Link href={screen + (others.size ? `?${others}` : '')}>Back to the list</Link>
  }
  return <Link href={screen}>Clear filters</Link>
}

interface BoundaryProps {
  readonly children: ReactNode
  /** Identifies the data of the children, for example an id. A change resets the error. */
  readonly of?: string
}

interface BoundaryState {
  readonly error: Error | null
  /** The value of the property when the error occurred. */
  readonly of?: string | undefined
}

/** Limits the effect of an error to one panel. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null }

  static getDerivedStateFromProps(
    { of }: BoundaryProps,
    state: BoundaryState,
  ): BoundaryState | null {
    return of === state.of ? null : { of, error: null }
  }

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    return { error }
  }

  override componentDidCatch(): void {
    forgetFailures()
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return <Trouble error={error} retry={() => this.setState({ error: null })} />
  }
}
