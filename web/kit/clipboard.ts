/** Browsers let pages copy over HTTPS and on this machine alone. Throws a sentence for whoever wanted to. */
export async function copied(text: string): Promise<void> {
  // Absent on plain HTTP, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard)
    throw new Error('The browser lets this page copy nothing. Select it and copy it by hand.')
  await clipboard.writeText(text)
}
