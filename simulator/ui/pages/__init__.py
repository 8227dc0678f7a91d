"""What covers the view: errors, devices, exercises, the time of a recording, its plots."""
