import { type ReactNode, useState } from 'react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { ApiProblem, Unreachable } from '../api/problem.ts'
import { Button } from '../kit/button.tsx'
import { Boundary, Empty, Loading, Trouble, TroubleLine } from '../kit/states.tsx'
import { Example } from './section.tsx'

const problem = (status: number, detail: string): ApiProblem =>
  new ApiProblem(status, [{ status: String(status), code: 'example', detail }], 'req_0197c1f2')
const retry = (): void => {}

export const States = () => (
  <>
    <Example title="Loading">
      <Loading rows={5} />
    </Example>
    <Example title="Empty">
      <Framed>
        <Empty
          icon="scans"
          title="No scans yet"
          action={<Button kind="primary">Start a scan</Button>}
        >
          A scan reads the configuration of a cloud account and reports findings.
        </Empty>
      </Framed>
    </Example>
    <Example title="No matches">
      <Framed>
        <Empty title="No matches" action={<Button>Clear all filters</Button>}>
          No rows match these filters.
        </Empty>
      </Framed>
    </Example>
    <Example title="No permission for a page">
      <Framed>
        <Empty icon="lock" title="Users requires the Manage users permission">
          Your role does not have this permission. A user who can manage users can add it.
        </Empty>
      </Framed>
    </Example>
    <Example title="403">
      <Problem error={problem(403, 'You do not have permission to perform this action.')} />
    </Example>
    <Example title="404">
      <Problem error={problem(404, 'The requested finding was not found.')} />
    </Example>
    <Example title="400">
      <Problem error={problem(400, 'Invalid filter: severity must be one of critical, high.')} />
    </Example>
    <Example title="500">
      <Problem error={problem(500, 'The server had an internal error.')} />
    </Example>
    <Example title="Unreachable server">
      <Problem error={new Unreachable(null)} />
    </Example>
    <Example title="A problem with a part of a page">
      <TroubleLine error={problem(503, 'The database is busy.')} retry={retry}>
        The counts are not shown.
      </TroubleLine>
      <TroubleLine error={problem(403, 'Requires the Manage scans permission.')} />
    </Example>
    <Example title="A component that throws an error">
      <Framed>
        <Boundary>
          <Breakable />
        </Boundary>
      </Framed>
    </Example>
  </>
)

const Framed = ({ children }: { readonly children: ReactNode }) => (
  <div className="kit-trouble">{children}</div>
)

/** On a page other than the overview, so that the way back is shown. */
const { hook } = memoryLocation({ path: '/findings', static: true })

const Problem = ({ error }: { readonly error: Error }) => (
  <Framed>
    <Router hook={hook}>
      <Trouble error={error} retry={retry} />
    </Router>
  </Framed>
)

function Breakable() {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) throw new Error('This panel cannot be shown.')
  return (
    <div className="empty">
      <Button onClick={() => setBroken(true)}>Throw an error</Button>
    </div>
  )
}
