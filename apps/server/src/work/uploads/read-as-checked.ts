import type { DetectedFormat, FileFormat, FileKind } from '@millrace/contract'
import { type DecimalGuess, guessDecimal } from '@millrace/engine'

type AsChecked = { format: FileFormat; decimalGuess: DecimalGuess }

/**
 * How the file of an upload is read again: as it was when it was checked, unless a person has set it meanwhile. Looking
 * again takes time.
 */
export function readAsChecked(
  { contentType, format, locale }: { contentType: FileKind; format: FileFormat; locale: string | null },
  detected: DetectedFormat | null,
): AsChecked {
  return {
    format: { ...foundBefore(contentType, detected), ...format },
    decimalGuess: guessedBefore(detected) ?? guessDecimal(locale),
  }
}

function foundBefore(kind: FileKind, detected: DetectedFormat | null): FileFormat {
  if (detected === null) return {}
  const { encoding, delimiter, header, decimal, decimalConfidence = 0 } = detected
  // A guess is looked at again, for the log of the import to say so.
  const numbers = decimalConfidence > 0 ? { decimal } : {}
  return kind === 'csv' || kind === 'text' ? { encoding, delimiter, header, ...numbers } : numbers
}

/** A file of the master is read as it was validated there, whatever the locale of the country. */
function guessedBefore(detected: DetectedFormat | null): DecimalGuess | null {
  if (detected?.decimal === undefined || detected.decimalConfidence !== 0) return null
  return { decimal: detected.decimal, reason: 'as when the file was checked' }
}
