/** Icons of 16 px, drawn as strokes in the color of the adjacent text. */
export const iconPaths = {
  overview: 'M2 14V9m4 5V5m4 9V7m4 7V2',
  findings: 'M7 2a5 5 0 1 1 0 10A5 5 0 0 1 7 2m3.6 8.6L14 14',
  compliance: 'M3 2h10v12H3zM5.5 8l2 2 3.5-4',
  resources: 'M8 1.5 14 5v6l-6 3.5L2 11V5zM2 5l6 3.5L14 5M8 8.5v6',
  scans: 'M2 8a6 6 0 0 1 12 0M5 8a3 3 0 0 1 6 0M8 8v6',
  providers: 'M4.5 12.5a3 3 0 0 1 .2-6 4 4 0 0 1 7.6 1 2.5 2.5 0 0 1-.3 5z',
  mutes: 'M2 6v4h3l4 3V3L5 6zM11.5 6.5l3 3m0-3-3 3',
  configurations: 'M2 4h6m4 0h2M2 8h2m4 0h6M2 12h7m4 0h1M10 2.5v3m-4 1v3m5 1v3',
  alerts: 'M3 12h10l-1.5-2V7a3.5 3.5 0 0 0-7 0v3zM6.5 14h3',
  ingestions: 'M8 10V2m-3 3 3-3 3 3M2 11v3h12v-3',
  users: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6m-5.5 6a5.5 5.5 0 0 1 11 0',
  invitations: 'M2 3.5h12v9H2zM2 4l6 5 6-5',
  roles: 'M8 1.5 13.5 4v4c0 3.5-2.5 5.5-5.5 6.5C5 13.5 2.5 11.5 2.5 8V4z',
  keys: 'M10.5 9a3.5 3.5 0 1 0-3.3-2.300L2 12v2h3v-2h2v-2l1-.800a3.5 3.5 0 0 0 2.5-.200',
  tasks: 'M2 4l1.5 1.500L6 3m2 1.500h6M2 10l1.5 1.500L6 9m2 1.500h6',
  audit: 'M4 1.500h6l3 3v10H4zM6 7h5M6 9.500h5M6 12h3',
  integrations: 'M6 2v4m4-4v4M4 6h8v2a4 4 0 0 1-8 0zM8 12v3',
  search: 'M7 2a5 5 0 1 1 0 10A5 5 0 0 1 7 2m3.6 8.600L14 14',
  filter: 'M2 3h12l-4.5 5.500V14l-3-1.500v-4z',
  close: 'm3.5 3.5 9 9m0-9-9 9',
  check: 'm3 8.5 3.5 3.500L13 4.5',
  down: 'm4 6 4 4 4-4',
  right: 'm6 4 4 4-4 4',
  left: 'm10 4-4 4 4 4',
  up: 'm4 10 4-4 4 4',
  more: 'M2.6 8a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0M7.6 8a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0M12.6 8a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0',
  plus: 'M8 3v10M3 8h10',
  external: 'M9 2.500h4.500V7M13.5 2.5 7 9M11 9v4.500H2.500V5H7',
  copy: 'M5.5 5.500h8v8h-8zM3.5 10.500h-1v-8h8v1',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.600M13.5 2v3.500H10',
  stop: 'M4 4h8v8H4z',
  play: 'm5 3 8 5-8 5z',
  warning: 'M8 2 15 14H1zM8 6.500v3.500M8 12h.010',
  clock: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2m0 2.500V8l2.5 1.5',
  export: 'M8 2v8m-3-3 3 3 3-3M2 10v4h12v-4',
  menu: 'M2 4h12M2 8h12M2 12h12',
  sun: 'M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6m0-4v1.500m0 11V15M1 8h1.500m11 0H15M3 3l1 1m8 8 1 1m0-10-1 1m-8 8-1 1',
  help: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2M6.2 6.500A1.8 1.8 0 1 1 8 8.300V9.500M8 11.500h.010',
  lock: 'M3.5 7h9v7h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
} as const

export type IconName = keyof typeof iconPaths

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={iconPaths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
