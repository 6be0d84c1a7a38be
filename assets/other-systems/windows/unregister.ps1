# Not tested on Windows. Undoes the work of register.ps1.
$classes = 'HKCU:\Software\Classes'

function Remove-Type-Of-File([string]$progid, [string[]]$endings) {
	Remove-Item -LiteralPath "$classes\$progid" -Recurse -ErrorAction SilentlyContinue
	foreach ($ending in $endings) {
		Remove-ItemProperty -LiteralPath "$classes\.$ending\OpenWithProgids" -Name $progid -ErrorAction SilentlyContinue
	}
}

Remove-Type-Of-File 'profstation.Profile' @('pprof', 'prof', 'pgo')
Remove-Type-Of-File 'profstation.Trace' @('trace')
