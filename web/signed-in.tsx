/** The screens of a signed-in user. */
import { Redirect, Route, Switch } from 'wouter'
import { Empty } from './kit/states.tsx'
import { MeProvider } from './session/me.tsx'
import { type Screen, screens } from './shell/screens.tsx'
import { Shell } from './shell/shell.tsx'
import { permissionWords, useMe } from './session/me.tsx'
import { lazily } from './kit/lazily.tsx'

const Joining = lazily(() => import('./session/invitation.tsx'))

export default function SignedIn() {
  return (
    <MeProvider>
      <Shell>
        <Switch>
          {screens.map((screen) => (
            <Route key={screen.path} path={screen.path === '/' ? '/' : `${screen.path}/*?`}>
              <Permitted screen={screen} />
            </Route>
          ))}
          <Route path="/invitation">
            <Joining />
          </Route>
          <Route path="/sign-up">
            <Redirect to="/" replace />
          </Route>
          <Route>
            <Empty icon="search" title="Page not found">
              The URL may be outdated. Press Ctrl+K to search all pages.
            </Empty>
          </Route>
        </Switch>
      </Shell>
    </MeProvider>
  )
}

/** A shared link may lead to a screen that the role does not allow. */
function Permitted({
  screen: { title, permission, component: Component },
}: {
  readonly screen: Screen
}) {
  const me = useMe()
  if (!permission || me.may(permission)) return <Component />
  return (
    <Empty icon="lock" title={`${title} requires the ${permissionWords[permission]} permission`}>
      Your role does not have this permission. A user who can manage users can add it.
    </Empty>
  )
}
