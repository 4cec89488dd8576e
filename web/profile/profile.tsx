/** Profile: name, ways to sign in, sessions, tenants. */
import '../kit/settings.css'
import { Identities } from './identities.tsx'
import { Email, Name, Password } from './person.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { Tenants } from './tenants.tsx'
import { TimeZone } from './time-zone.tsx'

export default function Profile() {
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>Profile</h1>
      </header>
      <div className="screen-body">
        <div className="settings">
          <Name />
          <Email />
          <Password />
          <SecondFactor />
          <TimeZone />
          <Sessions />
          <Identities />
          <Tenants />
        </div>
      </div>
    </div>
  )
}
