/** A number of bytes for a person, in powers of ten as disks are sold: `850 kB`, `1.2 GB`. */
export function formatSize(sizeBytes: number): string {
	if (sizeBytes >= 1e9) return `${(sizeBytes / 1e9).toFixed(1)} GB`;
	return sizeBytes >= 1e6 ? `${Math.round(sizeBytes / 1e6)} MB` : `${Math.ceil(sizeBytes / 1e3)} kB`;
}
