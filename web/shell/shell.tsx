/** The frame around every screen: navigation, tenant, user menu, palette, help. */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { signOut, switchTenant, tenantId } from '../api/session.ts'
import { Icon } from '../kit/icons.tsx'
import { IconButton } from '../kit/button.tsx'
import { keepFocus } from '../kit/focus.ts'
import { Logo } from '../kit/logo.tsx'
import { Menu } from '../kit/menu.tsx'
import { type Shortcut, useShortcuts } from '../kit/shortcuts.ts'
import { Boundary, Loading } from '../kit/states.tsx'
import { failed, Toasts } from '../kit/toast.tsx'
import { useMe } from '../session/me.tsx'
import { densities, density, setDensity, setTheme, theme, themes } from './appearance.ts'
import { Keys } from './keys.tsx'
import { type Screen, screens } from './screens.tsx'
import './shell.css'
import { lazily } from '../kit/lazily.tsx'

const Palette = lazily(() => import('./palette.tsx'))
const Help = lazily(() => import('./help.tsx'))

export function Shell({ children }: { readonly children: ReactNode }) {
  const [path, go] = useLocation()
  const query = useSearch()
  const [overlay, setOverlay] = useState<'palette' | 'help' | null>(null)
  const [isNavOpen, setNavOpen] = useState(false)
  const me = useMe()
  const allowed = screens.filter(({ permission }) => !permission || me.may(permission))
  const shortcuts: readonly Shortcut[] = [
    { keys: 'Mod+k', label: 'Command palette', run: () => setOverlay('palette') },
    { keys: '?', label: 'Keyboard shortcuts', run: () => setOverlay('help') },
    ...allowed.flatMap(({ keys, title, path }) =>
      keys ? [{ keys, label: `Go to ${title}`, run: () => go(path) }] : [],
    ),
  ]
  useShortcuts('All pages', shortcuts)
  const nav = useRef<HTMLElement>(null)
  const navToggle = useRef<HTMLButtonElement>(null)
  useEffect(() => setNavOpen(false), [path])
  useEffect(() => {
    if (isNavOpen) nav.current?.querySelector('a')?.focus()
  }, [isNavOpen])
  useEffect(keepFocus, [])
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <IconButton
          ref={navToggle}
          className="nav-toggle"
          icon="menu"
          label="Navigation"
          aria-expanded={isNavOpen}
          onClick={() => setNavOpen(!isNavOpen)}
        />
        <Link href="/" aria-label="Plumbline, overview">
          <Logo />
        </Link>
        <button type="button" className="button palette-open" onClick={() => setOverlay('palette')}>
          <Icon name="search" /> <span>Search pages, findings …</span> <Keys keys="Mod+k" />
        </button>
        <TenantMenu />
        <UserMenu onHelp={() => setOverlay('help')} />
      </header>
      <nav
        ref={nav}
        className={isNavOpen ? 'nav is-open' : 'nav'}
        aria-label="Screens"
        onKeyDown={(event) => {
          if (!isNavOpen || event.key !== 'Escape') return
          event.preventDefault()
          setNavOpen(false)
          navToggle.current?.focus()
        }}
      >
        {(['Security', 'Configure', 'Organization'] as const).map((group) => (
          <NavGroup
            key={group}
            title={group}
            screens={allowed.filter((screen) => screen.group === group)}
            path={path}
          />
        ))}
      </nav>
      <main
        id="main"
        className="main"
        tabIndex={-1}
        onPointerDown={() => {
          if (isNavOpen) setNavOpen(false)
        }}
      >
        <Boundary key={path} of={query}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </Boundary>
      </main>
      <Toasts />
      {/* An open dialog turns shortcuts off: keys that are pressed while it loads are meant for it. */}
      <Suspense fallback={<dialog open className="visually-hidden" aria-label="Loading" />}>
        {overlay === 'palette' && (
          <Palette shortcuts={shortcuts} onClose={() => setOverlay(null)} />
        )}
        {overlay === 'help' && <Help onClose={() => setOverlay(null)} />}
      </Suspense>
    </div>
  )
}

function NavGroup({
  title,
  screens,
  path,
}: {
  readonly title: string
  readonly screens: readonly Screen[]
  readonly path: string
}) {
  if (screens.length === 0) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {screens.map((screen) => (
          <li key={screen.path}>
            <Link
              href={screen.path}
              aria-current={
                (screen.path === '/' ? path === '/' : path.startsWith(screen.path))
                  ? 'page'
                  : undefined
              }
            >
              <Icon name={screen.icon} />
              {screen.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function TenantMenu() {
  const { tenants } = useMe()
  const rows = tenants.toSorted((a, b) => a.name.localeCompare(b.name))
  const current = rows.find(({ id }) => id === tenantId())
  if (!current) return null
  return (
    <Menu
      label="Tenant"
      kind="quiet"
      items={rows.map((tenant) => ({
        label: tenant.name,
        isChecked: tenant.id === current.id,
        onSelect: () => {
          switchTenant(tenant.id).catch(failed)
        },
      }))}
    >
      <bdi className="tenant-current">{current.name}</bdi>
    </Menu>
  )
}

function UserMenu({ onHelp }: { readonly onHelp: () => void }) {
  const { user } = useMe()
  const [, go] = useLocation()
  const [, refresh] = useState(0)
  return (
    <Menu
      label={`${user.name}, ${user.email}`}
      icon="users"
      kind="quiet"
      items={[
        { label: 'Profile', icon: 'users', onSelect: () => go('/profile') },
        ...themes.map((value) => ({
          label: `${value.charAt(0).toUpperCase()}${value.slice(1)} theme`,
          isChecked: theme() === value,
          onSelect: () => {
            setTheme(value)
            refresh((count) => count + 1)
          },
        })),
        ...densities.map((value) => ({
          label: `${value.charAt(0).toUpperCase()}${value.slice(1)} rows`,
          isChecked: density() === value,
          onSelect: () => {
            setDensity(value)
            refresh((count) => count + 1)
          },
        })),
        { label: 'Keyboard shortcuts', icon: 'help', note: '?', onSelect: onHelp },
        {
          label: 'API reference',
          icon: 'external',
          onSelect: () => window.open('/api/v1/docs', '_blank', 'noopener'),
        },
        { label: 'Sign out', icon: 'lock', onSelect: () => void signOut().catch(failed) },
      ]}
    />
  )
}
