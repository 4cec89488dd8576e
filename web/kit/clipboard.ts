/** Browsers allow copying only over HTTPS and from this machine. Throws a message for the user. */
export async function copied(text: string): Promise<void> {
  // Absent on plain HTTP, despite its type.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard)
    throw new Error(
      'The browser does not allow this page to copy. Select the text and copy it manually.',
    )
  await clipboard.writeText(text)
}
