const isMac = /Mac|iP/.test(navigator.platform)
const signs: Readonly<Record<string, string>> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Shift: '⇧',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
}

/** Formats keys like the labels on the keyboard. */
export const Keys = ({ keys }: { readonly keys: string }) => (
  <span className="keys">
    {keys.split(' ').map((stroke) => (
      <kbd key={stroke}>
        {stroke
          .split('+')
          .map((key) => signs[key] ?? key.toUpperCase())
          .join(' ')}
      </kbd>
    ))}
  </span>
)
