/** The state of a connection; null if not tested. */
export function ConnectionMark({ connected }: { readonly connected: boolean | null }) {
  if (connected === null) return <span className="muted">Not tested</span>
  return connected ? (
    <span className="status pass">
      <i aria-hidden="true">✓</i>Connected
    </span>
  ) : (
    <span className="status fail">
      <i aria-hidden="true">✕</i>Not connected
    </span>
  )
}
